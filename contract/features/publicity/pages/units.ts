import { h, type PageChild } from './tree';

/** A value with its unit, or a limit with both: no line ends between them. Bounded, or a text of digits is looked at again from each. */
const quantity =
  /(\d[\d.,]{0,30}\s?(?:[mμµukMG]?(?:g|L|m|s|V|W|A|Pa|Hz|Bq|Sv|Gy|T|mol)(?:[/·](?:m[²³23]?|L|h|s|kg|min|d))?|min|h|d|ppm|℃|°C|dB(?:\([AC]\))?|lx|个\/m³|f\/mL|cm[²³]?|mm[²³]?|m[²³]))(?![A-Za-z\d])/;

/**
 * Words with their quantities kept on one line.
 * @returns the words themselves where they have none
 */
export function withUnits(text: string): PageChild[] {
  const parts = text.split(quantity);
  if (parts.length === 1) return [text];
  return parts.flatMap((part, at): PageChild[] =>
    part === '' ? [] : at % 2 === 1 ? [h('span', { class: 'pub-unit' }, part)] : [part],
  );
}
