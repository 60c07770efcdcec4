import { fixedDictionaries } from '@contract/dictionaries';
import type { NamedDuty } from '@contract/features/laboratory/dutiesInText';
import { dutyAuthorisationTexts } from '@contract/features/laboratory/dutyAuthorisationTexts';
import type {
  AuthorisationMatrix,
  DutyMatrix,
  MatrixCell,
  MatrixMethod,
  MatrixPerson,
} from '@contract/features/laboratory/tasks/labTasks';

/** Item that people are authorised for: a row of the table. */
interface MatrixItem {
  readonly key: string;
  readonly title: string;
  readonly note: string;
  /** Text of the cells' names; by default the title. */
  readonly fullTitle?: string;
}

export interface ItemGroup {
  readonly key: string;
  readonly title: string;
  readonly items: readonly MatrixItem[];
}

/** An authorisation of a person for an item. */
export type ItemCell = Omit<MatrixCell, 'method'> & { readonly item: string };

/** People and their authorisations for items of any kind. */
export interface ItemMatrix {
  readonly today: string;
  readonly persons: readonly MatrixPerson[];
  readonly cells: readonly ItemCell[];
}

/** Chosen columns and rows of the table. */
export interface ChosenCell {
  readonly persons: ReadonlySet<number>;
  readonly items: ReadonlySet<string>;
}

/** Filter of the methods in the table. */
interface MethodFilter {
  /** Search text for a method's title, standard, technique or kind. */
  readonly typed: string;
  /** Only methods that the organization uses or has authorised somebody for. A typed word searches all methods. */
  readonly usedOnly: boolean;
}

const kindLabel = (kind: string): string =>
  fixedDictionaries.labMethodKind.find(({ value }) => value === kind)?.label ?? kind;
const total = (methods: readonly MatrixMethod[]): number => methods.reduce((sum, { used }) => sum + used, 0);

/** Returns the methods that the filter shows, grouped by kind of method; the most used groups and methods first. */
export function groupsOfMethods(
  { methods, cells }: AuthorisationMatrix,
  { typed, usedOnly }: MethodFilter,
): ItemGroup[] {
  const searchText = typed.trim().toLowerCase();
  const authorised = new Set(cells.map(({ method }) => method));
  const groups = new Map<string, MatrixMethod[]>();
  for (const method of methods) {
    const title = kindLabel(method.methodKind);
    const hit =
      !searchText ||
      [method.title, method.standardNo, method.technique ?? '', title].some((text) =>
        text.toLowerCase().includes(searchText),
      );
    if (!hit || (usedOnly && !searchText && method.used === 0 && !authorised.has(method.id))) continue;
    groups.set(method.methodKind, [...(groups.get(method.methodKind) ?? []), method]);
  }
  return [...groups]
    .map(([key, groupMethods]) => ({
      key,
      title: kindLabel(key),
      used: total(groupMethods),
      items: [...groupMethods]
        .sort((a, b) => b.used - a.used || a.id - b.id)
        .map((method) => ({
          key: String(method.id),
          title: method.title,
          note: `${method.standardNo}${method.inForce ? '' : '　已停用'}`,
        })),
    }))
    .sort((a, b) => b.used - a.used);
}

/** Filter of the people in the table. */
interface PersonFilter {
  /** Part of a name or user name; all people if empty. */
  readonly typedName: string;
  /** Hides people who are no analysts, unless somebody authorised them. */
  readonly analystsOnly: boolean;
}

/**
 * Returns the people that the filter shows, in the server's order. A disabled person is shown only with an
 * authorisation.
 */
export function personsShown(
  { persons, cells }: ItemMatrix,
  { typedName, analystsOnly }: PersonFilter,
): MatrixPerson[] {
  const text = typedName.trim();
  const authorised = new Set(cells.map(({ person }) => person));
  return persons.filter(
    ({ id, analyst, enabled, name, userName }) =>
      (authorised.has(id) || ((analyst || !analystsOnly) && enabled)) &&
      (name.includes(text) || userName.includes(text)),
  );
}

/** Returns the authorisations of methods as cells of the table. */
export const methodItems = ({ today, persons, cells }: AuthorisationMatrix): ItemMatrix => ({
  today,
  persons,
  cells: cells.map(({ method, ...cell }) => ({ ...cell, item: String(method) })),
});

const itemOfDuty = ({ duty, category }: NamedDuty): string => `${duty} ${category ?? ''}`.trim();

/** Returns the duty of an item of `dutyGroups`. */
export function dutyOfItem(item: string): NamedDuty {
  const [duty = '', category = null] = item.split(' ');
  return { duty, category };
}

/** Returns the authorisations for duties as cells of the table. */
export const dutyItems = ({ today, persons, cells }: DutyMatrix): ItemMatrix => ({
  today,
  persons,
  cells: cells.map(({ duty, category, ...cell }) => ({ ...cell, item: itemOfDuty({ duty, category }) })),
});

/** Duties that are checked by field. The others are posts of the organization. */
const dutiesByField: ReadonlySet<string> = new Set(['sampling', 'reportSign']);

/**
 * Returns a group for each duty: one item for all fields, then one for each field. A post has an item for a field only
 * where somebody is authorised for it.
 */
export function dutyGroups({ cells }: ItemMatrix): ItemGroup[] {
  const granted = new Set(cells.map(({ item }) => item));
  return fixedDictionaries.authorisedDuty.map(({ value: duty, label: title }) => ({
    key: duty,
    title,
    items: [{ value: null, label: dutyAuthorisationTexts.anyCategory }, ...fixedDictionaries.hazardCategory]
      .map(({ value: category, label }) => ({
        key: itemOfDuty({ duty, category }),
        category,
        title: label,
        note: '',
        fullTitle: `${title}（${label}）`,
      }))
      .filter(({ key, category }) => category === null || dutiesByField.has(duty) || granted.has(key)),
  }));
}

const keyOf = (personId: number, item: string): string => `${personId} ${item}`;

/**
 * Returns a function that finds the cell of a person and an item; undefined if nothing was granted. The last of several
 * counts.
 */
export function cellsByPlace(cells: readonly ItemCell[]): (personId: number, item: string) => ItemCell | undefined {
  const cellByKey = new Map(cells.map((cell) => [keyOf(cell.person, cell.item), cell]));
  return (personId, item) => cellByKey.get(keyOf(personId, item));
}
