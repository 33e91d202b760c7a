// Print buttons: shown where there is script to print with.
for (const button of document.querySelectorAll("button[data-print]")) {
  button.removeAttribute("hidden");
  button.addEventListener("click", () => print());
}
