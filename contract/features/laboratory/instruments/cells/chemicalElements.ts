const elementSymbols = new Set(
  (
    'H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge As Se Br Kr Rb Sr Y Zr Nb ' +
    'Mo Tc Ru Rh Pd Ag Cd In Sn Sb Te I Xe Cs Ba La Ce Pr Nd Pm Sm Eu Gd Tb Dy Ho Er Tm Yb Lu Hf Ta W Re Os Ir Pt Au ' +
    'Hg Tl Pb Bi Po At Rn Fr Ra Ac Th Pa U'
  ).split(' '),
);

/** Returns whether a text is the symbol of an element. */
export const isElement = (text: string): boolean => elementSymbols.has(text);

const bracketedNotes = /\s*(?:\{[^{}]{1,16}\}|\([^()]{1,16}\)|\[[^[\]]{1,16}\])/g;
const amountWord = /\s*(?:conc\.?|concentration|浓度|含量)$/i;

/**
 * Returns the name of an element with its mass or wavelength in a heading, without the word for its amount; null for
 * another heading, e.g. `Mn 257.610 RSD`. Examples: `Ag 107`, `107Ag`, `Ca396.847-A`, `Mn 257.610`, `As 75 [He]`, `52
 * Cr [He] Conc.`,
 * `Mn 257.610 {131} (Axial)`.
 */
export function elementLineOf(heading: string): string | null {
  const name = heading
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/([[({]) | (?=[\])}])/g, '$1')
    .replace(amountWord, '')
    .trim();
  const bareName = name.replaceAll(bracketedNotes, '');
  const match =
    /^([A-Z][a-z]?)[\s-]*\d{1,3}(?:\.\d+)?(?:[\s-]*[A-Z\d])?$/.exec(bareName) ??
    /^\d{1,3}\s*([A-Z][a-z]?)$/.exec(bareName);
  return match !== null && elementSymbols.has(match[1] ?? '') ? name : null;
}

/**
 * Returns the symbol of the element that a name of a component stands for, e.g. `Mn` for `Mn 257.610`; null for none.
 */
export function symbolOf(component: string): string | null {
  const name = elementLineOf(component)?.replaceAll(bracketedNotes, '') ?? component;
  const symbol = /^[\d\s]*([A-Z][a-z]?)(?![a-z])/.exec(name)?.[1] ?? '';
  return elementSymbols.has(symbol) && (name === symbol || elementLineOf(component) !== null) ? symbol : null;
}
