/** Pattern of variables of other programs that resemble ours, or that are set for Node itself. */
const foreignNames = /^(NODE|NPM|npm|LC|XDG|SYSTEMD|VITE|SSL|HTTPS?|NO|ALL)_/;
/** Pattern of prefixes that only this product uses. */
const ownPrefixes = /^(OCCHEALTH|FILE_STORE|BACKUP|UPLOAD|SMTP|MAIL)_/;

/** Returns the number of single characters by which two names differ (Levenshtein), at most `maxDistance` + 1. */
function editDistance(firstText: string, otherText: string, maxDistance: number): number {
  if (Math.abs(firstText.length - otherText.length) > maxDistance) return maxDistance + 1;
  let row = Array.from({ length: otherText.length + 1 }, (_, index) => index);
  for (const [index, character] of [...firstText].entries()) {
    const next = [index + 1];
    for (const [index, otherCharacter] of [...otherText].entries())
      next.push(
        Math.min(
          (next[index] ?? 0) + 1,
          (row[index + 1] ?? 0) + 1,
          (row[index] ?? 0) + (character === otherCharacter ? 0 : 1),
        ),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}

const lettersOf = (name: string): string => name.toUpperCase().replaceAll(/[^A-Z]/g, '');

function nearestKnownName(name: string, names: readonly string[]): string | undefined {
  const [bestMatch] = names
    .map((knownName) => ({ known: knownName, apart: editDistance(lettersOf(name), lettersOf(knownName), 2) }))
    .sort((first, other) => first.apart - other.apart);
  return bestMatch && bestMatch.apart <= 2 && name.length >= 6 ? bestMatch.known : undefined;
}

/**
 * Lists variables that are not settings, because with a misspelt name the default would silently apply.
 *
 * @param names names of all settings
 * @param source variables of the process; only those that resemble a setting are listed
 * @param file variables of a settings file; all that are not settings are listed
 * @returns one Chinese sentence for each
 */
export function unknownSettings(
  names: readonly string[],
  source: Readonly<Record<string, unknown>>,
  file: Readonly<Record<string, unknown>> = {},
): string[] {
  const knownNames = new Set(names);
  return [...new Set([...Object.keys(file), ...Object.keys(source)])]
    .filter((name) => !knownNames.has(name) && !foreignNames.test(name))
    .flatMap((name) => {
      const nearestName = nearestKnownName(name, names);
      if (nearestName) return [`没有名为 ${name} 的设置，是否为 ${nearestName}？`];
      return Object.hasOwn(file, name) || ownPrefixes.test(name)
        ? [`没有名为 ${name} 的设置，请对照 .env.example 检查。`]
        : [];
    });
}
