import type { AnyRow, Entity } from '@contract/entity';

export interface Difference {
  readonly name: string;
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
  /** Both changed it, and not to the same: somebody has to choose. */
  readonly clash: boolean;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** What the two of us changed since the row was read; fields that nobody touched are left out. */
export function differencesOf(
  entity: Entity,
  base: AnyRow,
  mine: Readonly<Record<string, unknown>>,
  theirs: AnyRow,
): Difference[] {
  return Object.entries(entity.fields)
    .filter(
      ([name, field]) =>
        !field.readonly && field.kind !== 'secret' && (name in mine || !same(base[name], theirs[name])),
    )
    .map(([name]) => {
      const my = name in mine ? mine[name] : base[name];
      const iChanged = !same(base[name], my);
      const theyChanged = !same(base[name], theirs[name]);
      return {
        name,
        base: base[name],
        mine: my,
        theirs: theirs[name],
        clash: iChanged && theyChanged && !same(my, theirs[name]),
        touched: iChanged || theyChanged,
      };
    })
    .filter(({ touched }) => touched)
    .map(({ touched: _touched, ...difference }) => difference);
}

/** Fields that only one of us changed keep that change; for the others the choice counts. */
export function mergeOf(
  differences: readonly Difference[],
  choices: Readonly<Record<string, 'mine' | 'theirs'>>,
): Record<string, unknown> {
  return Object.fromEntries(
    differences.map(({ name, base, mine, theirs, clash }) => {
      if (clash) return [name, choices[name] === 'theirs' ? theirs : mine];
      return [name, same(base, mine) ? theirs : mine];
    }),
  );
}
