import { fixedDictionaries } from '@contract/dictionaries';
import type { LibraryFileContent, LibraryFileRow } from '@contract/features/library/libraryFile';
import type { HazardLibrary } from './hazards';
import { keyOfHazard, keyOfItem, keyOfLabMethod, keyOfLimit } from './libraryKeys';
import { verified } from './libraryLimits';
import { libraryItems, libraryMethods } from './methods';

type Fields = LibraryFileRow['fields'];

const kindLabels = new Map<string, string>(fixedDictionaries.limitKind.map(({ value, label }) => [value, label]));

/** Leaves out values that follow from other fields, and the verifier. The server of the installation writes them. */
const fieldsOf = (draft: Readonly<Record<string, unknown>>): Fields =>
  Object.fromEntries(
    Object.entries(draft).filter(
      ([name, value]) =>
        value !== undefined && !['key', 'keyDay', 'verifiedBy', 'verifiedOn', 'limitName', 'itemName'].includes(name),
    ),
  ) as Fields;

/** Returns the whole library as rows of an update, with references by key. */
function libraryRows(library: HazardLibrary): LibraryFileRow[] {
  const names = new Map(library.hazards.map(({ key, name }) => [key ?? name, name]));
  const called = (key: string): string => names.get(key) ?? key;
  return [
    ...library.hazards.map((one): LibraryFileRow => ({
      subject: 'hazard',
      key: keyOfHazard(one.key ?? one.name),
      title: one.name,
      fields: fieldsOf(one),
    })),
    ...library.limits.map((one): LibraryFileRow => {
      const { name: _name, ...limit } = one;
      return {
        subject: 'hazardLimit',
        key: keyOfLimit(one),
        title: `${called(one.hazard)} ${kindLabels.get(one.kind) ?? one.kind} ${one.value} ${one.unit}`,
        fields: fieldsOf({ ...limit, hazard: keyOfHazard(one.hazard) }),
      };
    }),
    ...libraryMethods().map((one): LibraryFileRow => ({
      subject: 'labMethod',
      key: keyOfLabMethod(one.title),
      title: one.title,
      fields: fieldsOf(one),
    })),
    ...libraryItems(library).map((one): LibraryFileRow => ({
      subject: 'labMethodItem',
      key: keyOfItem(one),
      title: `${one.method} ${called(one.hazard)}`,
      fields: fieldsOf({ ...one, method: keyOfLabMethod(one.method), hazard: keyOfHazard(one.hazard) }),
    })),
    ...library.biologicalLimits.map(({ key, draft, hazards }): LibraryFileRow => ({
      subject: 'biologicalLimit',
      key: `biologicalLimit:${key}`,
      title: `${String(draft['name'])} ${String(draft['indexName'])}`,
      fields: fieldsOf({ ...draft, hazards: hazards.map(keyOfHazard) }),
    })),
    ...library.risks.map(({ key, draft }): LibraryFileRow => ({
      subject: 'industryRisk',
      key: `industryRisk:${key}`,
      title: String(draft['name']),
      fields: fieldsOf(draft),
    })),
  ];
}

/** Subjects with rows that an earlier edition added by mistake. Hazards and methods end by their state instead. */
const removable = ['hazardLimit', 'labMethodItem'] as const;

/**
 * Returns the rows of earlier editions that this library lacks. A person decides on the removal of each.
 * @param keys keys of all built-in rows that were ever added
 */
export function removedRows(keys: Iterable<string>, present: readonly LibraryFileRow[]): LibraryFileRow[] {
  const held = new Set(present.map(({ key }) => key));
  return [...keys].flatMap((key): LibraryFileRow[] => {
    const subject = removable.find((one) => key.startsWith(`${one}:`));
    if (!subject || held.has(key)) return [];
    return [{ subject, key, title: key.slice(subject.length + 1), fields: {}, removed: true }];
  });
}

/** Returns the library as the content of an update file. */
export const libraryContent = (library: HazardLibrary, edition: string, note: string): LibraryFileContent => ({
  format: 'occhealth-library-1',
  edition,
  issuedOn: verified.verifiedOn,
  note,
  rows: libraryRows(library),
});
