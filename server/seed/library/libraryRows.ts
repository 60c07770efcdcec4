import { fixedDictionaries } from '@contract/dictionaries';
import type { LibraryFileContent, LibraryFileRow } from '@contract/features/library/libraryFile';
import type { HazardLibrary } from './libraryHazards';
import { keyOfHazard, keyOfItem, keyOfLabMethod, keyOfLimit } from './libraryKeys';
import { verified } from './libraryLimits';
import { libraryItems, libraryMethods } from './libraryMethods';

type LibraryFields = LibraryFileRow['fields'];

const kindLabels = new Map<string, string>(fixedDictionaries.limitKind.map(({ value, label }) => [value, label]));

/** Leaves out values that follow from other fields, and the verifier. The server of the installation writes them. */
const fieldsOf = (draft: Readonly<Record<string, unknown>>): LibraryFields =>
  Object.fromEntries(
    Object.entries(draft).filter(
      ([name, value]) =>
        value !== undefined && !['key', 'keyDay', 'verifiedBy', 'verifiedOn', 'limitName', 'itemName'].includes(name),
    ),
  ) as LibraryFields;

/** Returns the whole library as rows of an update, with references by key. */
function libraryRows(library: HazardLibrary): LibraryFileRow[] {
  const names = new Map(library.hazards.map(({ key, name }) => [key ?? name, name]));
  const nameOf = (key: string): string => names.get(key) ?? key;
  return [
    ...library.hazards.map((hazard): LibraryFileRow => ({
      subject: 'hazard',
      key: keyOfHazard(hazard.key ?? hazard.name),
      title: hazard.name,
      fields: fieldsOf(hazard),
    })),
    ...library.limits.map((libraryLimit): LibraryFileRow => {
      const { name: _name, ...limit } = libraryLimit;
      return {
        subject: 'hazardLimit',
        key: keyOfLimit(libraryLimit),
        title: `${nameOf(libraryLimit.hazard)} ${kindLabels.get(libraryLimit.kind) ?? libraryLimit.kind} ${libraryLimit.value} ${libraryLimit.unit}`,
        fields: fieldsOf({ ...limit, hazard: keyOfHazard(libraryLimit.hazard) }),
      };
    }),
    ...libraryMethods().map((method): LibraryFileRow => ({
      subject: 'labMethod',
      key: keyOfLabMethod(method.title),
      title: method.title,
      fields: fieldsOf(method),
    })),
    ...libraryItems(library).map((libraryItem): LibraryFileRow => ({
      subject: 'labMethodItem',
      key: keyOfItem(libraryItem),
      title: `${libraryItem.method} ${nameOf(libraryItem.hazard)}`,
      fields: fieldsOf({
        ...libraryItem,
        method: keyOfLabMethod(libraryItem.method),
        hazard: keyOfHazard(libraryItem.hazard),
      }),
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
const removablePrefixes = ['hazardLimit', 'labMethodItem'] as const;

/**
 * Returns the rows of earlier editions that this library lacks. A person decides on the removal of each.
 * @param keys keys of all built-in rows that were ever added
 */
export function removedRows(keys: Iterable<string>, presentRows: readonly LibraryFileRow[]): LibraryFileRow[] {
  const presentKeys = new Set(presentRows.map(({ key }) => key));
  return [...keys].flatMap((key): LibraryFileRow[] => {
    const subject = removablePrefixes.find((prefix) => key.startsWith(`${prefix}:`));
    if (!subject || presentKeys.has(key)) return [];
    return [{ subject, key, title: key.slice(subject.length + 1), fields: {}, removed: true }];
  });
}

/** Returns the library as the content of an update file. */
export const libraryContent = (library: HazardLibrary, edition: string, noteText: string): LibraryFileContent => ({
  format: 'occhealth-library-1',
  edition,
  issuedOn: verified.verifiedOn,
  note: noteText,
  rows: libraryRows(library),
});
