// What was touched in the forms of a page goes on into the page that takes its place: names ticked, words typed. If something
// has no place there, nothing is carried, and the old page has to stay.
const KEPT_APART = ["hidden", "submit", "button", "fieldset"];
const checks = (input) => input.type === "checkbox" || input.type === "radio";
const inputs = (form) => [...form.elements].filter((input) => input.name && !KEPT_APART.includes(input.type));
// A list in which nothing is marked shows its first line.
const standard = (select) => Math.max(0, [...select.options].findIndex((option) => option.defaultSelected));

function touched(input) {
  if (checks(input)) return input.checked !== input.defaultChecked;
  return input.tagName === "SELECT" ? input.selectedIndex !== standard(input) : input.value !== input.defaultValue;
}

const sameForm = (one, other) => one.getAttribute("action") === other.getAttribute("action");
const sameInput = (one, other) => one.name === other.name && one.type === other.type && (!checks(one) || one.value === other.value);

// The one that stands at the same place among those like it.
function twin(node, own, others, same) {
  const place = own.filter((each) => same(each, node)).indexOf(node);
  return others.filter((each) => same(each, node))[place];
}

// True if everything found its place in `next`.
export function carry(page, next) {
  const [forms, fresh] = [page, next].map((each) => [...each.querySelectorAll("form:not(.hand)")]);
  const found = forms.flatMap((form) => {
    const its = twin(form, forms, fresh, sameForm);
    return inputs(form).filter(touched).map((input) => [input, its && twin(input, inputs(form), inputs(its), sameInput)]);
  });
  if (found.some(([, place]) => !place)) return false;
  for (const [input, place] of found) {
    if (checks(input)) place.checked = input.checked;
    else place.value = input.value;
  }
  return true;
}
