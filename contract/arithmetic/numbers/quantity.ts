/** Units that follow their number without a space. */
const close = /^[%‰°′″]/;

/**
 * Writes a value with its unit, a space between them (GB 3101-1993 3.4). Percent and angles follow the number directly.
 * @param value text or range, as it is printed
 */
export const quantity = (value: string, unit: string | null | undefined): string =>
  !unit ? value : close.test(unit) ? `${value}${unit}` : `${value} ${unit}`;
