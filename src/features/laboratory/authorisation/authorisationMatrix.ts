import { fixedDictionaries } from '@contract/dictionaries';
import type {
  AuthorisationMatrix,
  MatrixCell,
  MatrixMethod,
  MatrixPerson,
} from '@contract/features/laboratory/tasks/labTasks';

export interface MethodGroup {
  readonly key: string;
  readonly title: string;
  readonly methods: readonly MatrixMethod[];
}

/** Filters above the matrix. */
interface MatrixFilter {
  /** Search text for a method's title, standard, technique or kind. */
  readonly typed: string;
  /** Only methods that the organization uses or has authorised somebody for. A typed word searches all methods. */
  readonly usedOnly: boolean;
  /** Hides people who are no analysts, unless somebody authorised them for a method. */
  readonly analystsOnly: boolean;
}

const kindLabel = (kind: string): string =>
  fixedDictionaries.labMethodKind.find(({ value }) => value === kind)?.label ?? kind;
const total = (methods: readonly MatrixMethod[]): number => methods.reduce((sum, { used }) => sum + used, 0);

/** Returns the methods that the filter shows, grouped by kind of method; the most used groups and methods first. */
export function groupsOfMethods(
  { methods, cells }: AuthorisationMatrix,
  { typed, usedOnly }: MatrixFilter,
): MethodGroup[] {
  const word = typed.trim().toLowerCase();
  const authorised = new Set(cells.map(({ method }) => method));
  const groups = new Map<string, MatrixMethod[]>();
  for (const method of methods) {
    const title = kindLabel(method.methodKind);
    const hit =
      !word ||
      [method.title, method.standardNo, method.technique ?? '', title].some((text) =>
        text.toLowerCase().includes(word),
      );
    if (!hit || (usedOnly && !word && method.used === 0 && !authorised.has(method.id))) continue;
    groups.set(method.methodKind, [...(groups.get(method.methodKind) ?? []), method]);
  }
  return [...groups]
    .map(([key, groupMethods]) => ({
      key,
      title: kindLabel(key),
      methods: [...groupMethods].sort((a, b) => b.used - a.used || a.id - b.id),
    }))
    .sort((a, b) => total(b.methods) - total(a.methods));
}

/**
 * Returns the people that the filter shows, in the server's order. Authorised people are always shown, others only if
 * they are enabled.
 */
export function personsShown({ persons, cells }: AuthorisationMatrix, { analystsOnly }: MatrixFilter): MatrixPerson[] {
  const authorised = new Set(cells.map(({ person }) => person));
  return persons.filter(({ id, analyst, enabled }) => authorised.has(id) || ((analyst || !analystsOnly) && enabled));
}

const keyOf = (person: number, method: number): string => `${person} ${method}`;

/** Returns a function that finds the cell of a person and a method (ids); undefined if nothing was granted. */
export function cellsByPlace(cells: readonly MatrixCell[]): (person: number, method: number) => MatrixCell | undefined {
  const cellByKey = new Map(cells.map((cell) => [keyOf(cell.person, cell.method), cell]));
  return (person, method) => cellByKey.get(keyOf(person, method));
}
