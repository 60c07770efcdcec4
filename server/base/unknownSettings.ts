/** Pattern of variables of other programs that resemble ours, or that are set for Node itself. */
const foreignNames = /^(NODE|NPM|npm|LC|XDG|SYSTEMD|VITE|SSL|HTTPS?|NO|ALL)_/;
/** Pattern of prefixes that only this product uses. */
const ours = /^(OCCHEALTH|FILE_STORE|BACKUP|UPLOAD|SMTP|MAIL)_/;

/** Returns the number of single characters by which two names differ (Levenshtein), at most `maxDistance` + 1. */
function editDistance(one: string, other: string, maxDistance: number): number {
  if (Math.abs(one.length - other.length) > maxDistance) return maxDistance + 1;
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [at, character] of [...one].entries()) {
    const next = [at + 1];
    for (const [index, compared] of [...other].entries())
      next.push(
        Math.min(
          (next[index] ?? 0) + 1,
          (row[index + 1] ?? 0) + 1,
          (row[index] ?? 0) + (character === compared ? 0 : 1),
        ),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}

const lettersOf = (name: string): string => name.toUpperCase().replaceAll(/[^A-Z]/g, '');

function nearest(name: string, names: readonly string[]): string | undefined {
  const [best] = names
    .map((knownName) => ({ known: knownName, apart: editDistance(lettersOf(name), lettersOf(knownName), 2) }))
    .sort((one, other) => one.apart - other.apart);
  return best && best.apart <= 2 && name.length >= 6 ? best.known : undefined;
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
      const nearestName = nearest(name, names);
      if (nearestName) return [`没有名为 ${name} 的设置，是否为 ${nearestName}？`];
      return Object.hasOwn(file, name) || ours.test(name)
        ? [`没有名为 ${name} 的设置，请对照 .env.example 检查。`]
        : [];
    });
}
