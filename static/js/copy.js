// Copy buttons beside a link: shown where the browser can copy.
if (navigator.clipboard) {
  for (const button of document.querySelectorAll("button[data-copy]")) showCopyButton(/** @type {HTMLButtonElement} */ (button));
}

/** @param {HTMLButtonElement} button */
function showCopyButton(button) {
  const input = button.parentElement?.querySelector("input");
  if (!input) return;
  const label = button.textContent;
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(input.value);
      button.textContent = "Copied";
    } catch {
      input.select();
      button.textContent = "Copy it by hand";
    }
    setTimeout(() => (button.textContent = label), 3000);
  });
}
