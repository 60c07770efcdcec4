import type { AnyRow, Entity } from '@contract/entity';

export interface FieldDifference {
  readonly name: string;
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
  /** Both sides changed the field to different values, so the person must choose. */
  readonly clash: boolean;
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/**
 * Returns the fields that either side changed since the row was read.
 * @param base row as it was read
 * @param mine values of the form
 * @param theirs row as the server has it now
 */
export function differencesOf(
  entity: Entity,
  base: AnyRow,
  mine: Readonly<Record<string, unknown>>,
  theirs: AnyRow,
): FieldDifference[] {
  return Object.entries(entity.fields)
    .filter(
      ([name, field]) =>
        !field.readonly && field.kind !== 'secret' && (name in mine || !isSame(base[name], theirs[name])),
    )
    .map(([name]) => {
      const myValue = name in mine ? mine[name] : base[name];
      const iChanged = !isSame(base[name], myValue);
      const theyChanged = !isSame(base[name], theirs[name]);
      return {
        name,
        base: base[name],
        mine: myValue,
        theirs: theirs[name],
        clash: iChanged && theyChanged && !isSame(myValue, theirs[name]),
        touched: iChanged || theyChanged,
      };
    })
    .filter(({ touched }) => touched)
    .map(({ touched: _touched, ...difference }) => difference);
}

/** Returns the merged values. A field that one side changed keeps that change; for a clash the choice counts. */
export function mergeOf(
  differences: readonly FieldDifference[],
  choices: Readonly<Record<string, 'mine' | 'theirs'>>,
): Record<string, unknown> {
  return Object.fromEntries(
    differences.map(({ name, base, mine, theirs, clash }) => {
      if (clash) return [name, choices[name] === 'theirs' ? theirs : mine];
      return [name, isSame(base, mine) ? theirs : mine];
    }),
  );
}
