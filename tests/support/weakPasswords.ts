/**
 * QUALITY AU5: refused by the rule of SPEC §5 on both sides, each with its own message: too short, too long, and
 * without each of the four classes.
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

/** Passwords that pass the rule and are refused by the server: common ones, or containing the user name in any form. */
export const weakFor = (userName: string): string[] => [
  'P@ssw0rd',
  'Admin@2026',
  'Qwer1234!',
  `${userName.slice(0, 1).toUpperCase()}${userName.slice(1)}-1234#x`,
  `x#${userName.toUpperCase()}-12z`,
];

/**
 * Accepted by both sides: the shortest and the longest, special characters of every kind, at each end and in the
 * middle.
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
