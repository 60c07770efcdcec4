// Which of the mutations this run tries: all, unless the environment names some.

/** `GUARDS='roles|outside'` takes out those alone that it matches by what they are, their file or their test. */
const asked = new RegExp(process.env['GUARDS'] ?? '');

/** `GUARDS_ONE_IN=10` takes out each tenth, every day another one: all of them in ten days. */
const oneIn = Math.max(1, Number(process.env['GUARDS_ONE_IN'] ?? 1));
const day = Math.floor(Date.now() / 86_400_000);

export function chosen<Mutation>(
  all: readonly Mutation[],
  says: (mutation: Mutation) => readonly string[],
): Mutation[] {
  return all.filter((mutation, at) => at % oneIn === day % oneIn && says(mutation).some((text) => asked.test(text)));
}
