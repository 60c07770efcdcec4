const symbols = new Set(
  (
    'H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge As Se Br Kr Rb Sr Y Zr Nb ' +
    'Mo Tc Ru Rh Pd Ag Cd In Sn Sb Te I Xe Cs Ba La Ce Pr Nd Pm Sm Eu Gd Tb Dy Ho Er Tm Yb Lu Hf Ta W Re Os Ir Pt Au ' +
    'Hg Tl Pb Bi Po At Rn Fr Ra Ac Th Pa U'
  ).split(' '),
);

/** Returns whether a text is the symbol of an element. */
export const isElement = (text: string): boolean => symbols.has(text);

/**
 * Returns whether a heading is an element with its mass or wavelength, e.g. `Ag 107`, `107Ag`, `Ca396.847-A`, `Mn
 * 257.610`, `As 75 [He]`.
 */
export function isElementLine(heading: string): boolean {
  const match =
    /^([A-Z][a-z]?)[\s-]*\d{1,3}(?:\.\d+)?(?:[\s-]*\S{1,8})?$/.exec(heading) ??
    /^\d{1,3}\s*([A-Z][a-z]?)(?:\s*\[.{1,12}\])?(?:\s*\S{1,8})?$/.exec(heading);
  return match !== null && symbols.has(match[1] ?? '');
}
