/**
 * QUALITY AU5: what the rule of SPEC §5 refuses, on both sides in its own words: too short, too long, and without each
 * of the four classes.
 */
export const weakByRule = [
  '123456',
  'Ab1#xyz',
  'Abcdefgh-12345678',
  'abcdefg-1',
  'ABCDEFG-1',
  'Abcdefg-h',
  'Abcdefg1h',
] as const;

/** What passes that rule and is refused by the server: much used, or with the name in it, however it is written. */
export const weakFor = (userName: string): string[] => [
  'P@ssw0rd',
  'Admin@2026',
  'Qwer1234!',
  `${userName.slice(0, 1).toUpperCase()}${userName.slice(1)}-1234#x`,
  `x#${userName.toUpperCase()}-12z`,
];

/**
 * What both sides take: the shortest and the longest, special characters of every kind, at each end and in the middle.
 */
export const strong = [
  'Harbor-61#Qz',
  'kX7#mv2Q',
  'tR4!nB9&cW6*pZ3?',
  '#Lantern42',
  'Lantern42#',
  '9ridgeWater_',
  'Ab3"cd\'eF',
  'cR0w<b>&amp;',
  'mN5\\oP6/qR',
  '海Bt4rjw8x',
  'zY8~`|{}xW',
  'Vx3.km,7;Lq:',
] as const;
