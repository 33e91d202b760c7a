// Buttons that copy a link or hand it to another app. Without script it stands in a line to be copied by hand.
import { notify } from "./notify.js";

document.addEventListener("rook:swapped", showButtons);
showButtons();

function showButtons() {
  for (const button of document.querySelectorAll("[data-copy][hidden]")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      const copied = await copyLink(linkBeside(button));
      notify("copied", copied ? "Copied." : "It is selected. Copy it with your browser’s menu.");
    });
  }
  if (!("share" in navigator)) return;
  for (const button of document.querySelectorAll("[data-send][hidden]")) {
    button.hidden = false;
    button.addEventListener("click", () => sendLink(button));
  }
}

/** @param {HTMLElement} button */
function sendLink(button) {
  const { text } = button.dataset;
  navigator.share({ ...(text ? { text } : {}), url: linkBeside(button)?.value }).catch(() => {});
}

/**
 * @param {Element} button
 * @returns {HTMLInputElement | null}
 */
function linkBeside(button) {
  return button.closest("section, .copy")?.querySelector("input[data-link]") ?? null;
}

/**
 * At an address without encryption browsers have no clipboard: there the old command copies what is selected.
 * @param {HTMLInputElement | HTMLTextAreaElement | null} input
 */
export async function copyLink(input) {
  if (!input) return false;
  input.select();
  try {
    await navigator.clipboard.writeText(input.value);
    return true;
  } catch {
    return document.execCommand("copy");
  }
}
