// Selects the mutations of this run: all, unless the environment names some.

/** `GUARDS='roles|outside'` removes only those whose description, file or test matches. */
const asked = new RegExp(process.env['GUARDS'] ?? '');

/** `GUARDS_ONE_IN=10` removes every tenth, others each day: all of them in ten days. */
const oneIn = Math.max(1, Number(process.env['GUARDS_ONE_IN'] ?? 1));
const day = Math.floor(Date.now() / 86_400_000);

export function chosen<Mutation>(
  all: readonly Mutation[],
  says: (mutation: Mutation) => readonly string[],
): Mutation[] {
  return all.filter(
    (mutation, index) => index % oneIn === day % oneIn && says(mutation).some((text) => asked.test(text)),
  );
}
