/** Splits a colour `#rrggbb` into three numbers from 0 to 255. */
const colourParts = (colour: string): [number, number, number] => {
  const number = Number.parseInt(colour.slice(1), 16);
  return [(number >> 16) & 255, (number >> 8) & 255, number & 255];
};

const linearized = (part: number): number =>
  part <= 10.31475 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4;

const luminanceOf = (colour: string): number => {
  const [red, green, blue] = colourParts(colour);
  return 0.2126 * linearized(red) + 0.7152 * linearized(green) + 0.0722 * linearized(blue);
};

/** Returns the contrast ratio of two `#rrggbb` colours, 1 to 21 (WCAG 2.2, 1.4.3). */
export function contrastRatio(first: string, other: string): number {
  const [light, dark] = [luminanceOf(first), luminanceOf(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/**
 * Mixes two `#rrggbb` colours; `weight` is the share of `other`, 0 to 1.
 * @param weight share of `other`, 0 to 1
 * @example mixedColour('#000000', '#ffffff', 0.5) // '#808080'
 */
export function mixedColour(colour: string, other: string, weight: number): string {
  const [from, to] = [colourParts(colour), colourParts(other)];
  return `#${from
    .map((part, index) =>
      Math.round(part + ((to[index] ?? part) - part) * weight)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/**
 * Moves a colour towards `pole` until it just reaches the contrast `minContrast` on `background`.
 * @param colour colour to change, `#rrggbb`
 * @param background colour behind it, `#rrggbb`
 * @param pole black or white, `#rrggbb`
 * @param minContrast contrast ratio to reach, 1 to 21 (WCAG 2.1)
 */
export function readableColour(colour: string, background: string, pole: string, minContrast: number): string {
  for (let weight = 0; weight < 1; weight += 0.04) {
    const candidate = mixedColour(colour, pole, weight);
    if (contrastRatio(candidate, background) >= minContrast) return candidate;
  }
  return pole;
}
