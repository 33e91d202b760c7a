// Copy buttons beside a link: shown where the browser can copy.
if (navigator.clipboard) {
  document.querySelectorAll("button[data-copy]").forEach(showCopyButton);
}

/** @param {Element} button */
function showCopyButton(button) {
  const input = button.parentElement?.querySelector("input");
  if (!input) return;
  const label = button.textContent;
  button.removeAttribute("hidden");
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
