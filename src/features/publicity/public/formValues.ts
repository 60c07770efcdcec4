/** What stands in a form's named inputs and selects, trimmed. */
export function formValues(form: HTMLFormElement): Record<string, string> {
  const fields = [...form.elements].filter((element) => element instanceof HTMLInputElement || element instanceof HTMLSelectElement);
  return Object.fromEntries(fields.filter(({ name }) => name).map(({ name, value }) => [name, value.trim()]));
}
