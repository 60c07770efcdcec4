import type { Entity } from '@contract/entity';

/**
 * Returns the fields of a row that its details show. A stored text that repeats the name of the row it belongs to, as
 * `reportNo` beside `report`, is left out: the same text would stand there twice.
 */
export function detailFields(entity: Entity, row: Readonly<Record<string, unknown>>): string[] {
  const names = Object.keys(entity.fields).filter((name) => entity.fields[name]?.kind !== 'secret');
  const isRepeated = (name: string): boolean => {
    const field = entity.fields[name];
    return (
      field?.kind === 'text' &&
      field.readonly === true &&
      names.some(
        (other) =>
          other !== name &&
          entity.fields[other]?.kind === 'ref' &&
          name.startsWith(other) &&
          row[name] === row[`${other}Name`],
      )
    );
  };
  return names.filter((name) => !isRepeated(name));
}
