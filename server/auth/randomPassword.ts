import { randomInt } from 'node:crypto';

const characterClasses = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnpqrstuvwxyz', '23456789', '!@#$%&*?'] as const;

/**
 * Creates a password of fourteen characters from all four classes (SPEC §5), without characters that are easily
 * confused.
 */
export function randomPassword(): string {
  const randomCharacter = (from: string) => from[randomInt(from.length)] as string;
  const characters = [
    ...characterClasses.map(randomCharacter),
    ...Array.from({ length: 10 }, () => randomCharacter(characterClasses.join(''))),
  ];
  for (let last = characters.length - 1; last > 0; last -= 1) {
    const randomIndex = randomInt(last + 1);
    [characters[last], characters[randomIndex]] = [characters[randomIndex] as string, characters[last] as string];
  }
  return characters.join('');
}
