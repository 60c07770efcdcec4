import { scaledNumber } from './exchange/messageFields';
import { memberFields, type PlatformField, platformSections } from './platformFields';
import type { PlatformPayload, SectionName } from './platformPayload';

// A connector's mapping is data: `employer.creditCode` → `uscc` renames a field, `employer.scale=medium` → `2`
// converts a code, and `results.value=mg/m³` → `1000` multiplies the values of a unit. Other values are sent
// unchanged.

export type Mapping = Readonly<Record<string, string>>;

/** Returns the path of a field in a mapping, e.g. `points.headcount`; it applies to all lines. */
export const mappingPath = (section: SectionName | 'member', name: string): string =>
  section === 'member' ? `project.members.${name}` : `${section}.${name}`;
/** Returns the key of a mapped code: path and value of the field. */
export const codeKey = (path: string, value: string): string => `${path}=${value}`;

const fieldsOf = (section: SectionName | 'member'): readonly PlatformField[] =>
  section === 'member' ? memberFields : platformSections[section].fields;

/** A value for which the platform has no code. */
export interface UnmappedValue {
  readonly path: string;
  readonly label: string;
  readonly value: string;
}

interface WrittenMapping {
  readonly mapping: Mapping;
  /** Values without a code, in fields that have a code table. */
  readonly unmapped: UnmappedValue[];
}

function valueOf(
  section: SectionName | 'member',
  field: PlatformField,
  value: unknown,
  line: Readonly<Record<string, unknown>>,
  { mapping, unmapped }: WrittenMapping,
): unknown {
  if (section === 'project' && field.name === 'members')
    return (value as readonly object[]).map((member) =>
      lineOf('member', member as Readonly<Record<string, unknown>>, { mapping, unmapped }),
    );
  if (typeof value !== 'string') return value;
  const path = mappingPath(section, field.name);
  if (field.factored) return scaledNumber(value, mapping[codeKey(path, String(line['unit'] ?? ''))]);
  if (!field.coded) return value;
  const code = mapping[codeKey(path, value)];
  if (code !== undefined) return code;
  // An entry for a field means that the platform has its own codes, so it would refuse any other value.
  if (
    Object.keys(mapping).some((key) => key.startsWith(`${path}=`)) &&
    !unmapped.some((entry) => entry.path === path && entry.value === value)
  )
    unmapped.push({ path, label: field.label, value });
  return value;
}

function lineOf(
  section: SectionName | 'member',
  line: Readonly<Record<string, unknown>>,
  mappingState: WrittenMapping,
): Record<string, unknown> {
  return Object.fromEntries(
    fieldsOf(section).flatMap((field) => {
      const value = line[field.name];
      return value === undefined
        ? []
        : [
            [
              mappingState.mapping[mappingPath(section, field.name)] ?? field.name,
              valueOf(section, field, value, line, mappingState),
            ],
          ];
    }),
  );
}

interface MappedPayload {
  readonly body: Readonly<Record<string, unknown>>;
  readonly unmapped: WrittenMapping['unmapped'];
}

/**
 * Converts the sections to the platform's names and codes.
 * @param payload our data by section
 * @param sections sections to convert
 * @param mapping the connector's names and codes
 */
export function mappedSections(
  payload: PlatformPayload,
  sections: readonly SectionName[],
  mapping: Mapping,
): MappedPayload {
  const mappingState: WrittenMapping = { mapping, unmapped: [] };
  const body = Object.fromEntries(
    sections.map((section) => {
      const content = payload[section] as unknown;
      const name = mapping[section] ?? section;
      return [
        name,
        platformSections[section].many
          ? (content as readonly Readonly<Record<string, unknown>>[]).map((line) => lineOf(section, line, mappingState))
          : lineOf(section, content as Readonly<Record<string, unknown>>, mappingState),
      ];
    }),
  );
  return { body, unmapped: mappingState.unmapped };
}

export interface MappableField extends Pick<PlatformField, 'dict' | 'values' | 'factored'> {
  readonly path: string;
  readonly label: string;
  readonly coded: boolean;
}

/** Every field that a mapping may rename, with its label, in the order of the form. */
export const mappableFields: readonly MappableField[] = (Object.keys(platformSections) as SectionName[]).flatMap(
  (section) => [
    { path: section, label: `${platformSections[section].label}（整段）`, coded: false },
    ...platformSections[section].fields.map(({ name, label, coded, factored, dict, values }) => ({
      path: mappingPath(section, name),
      label,
      coded: coded === true,
      factored,
      dict,
      values,
    })),
    ...(section === 'project'
      ? memberFields.map(({ name, label, coded, dict, values }) => ({
          path: mappingPath('member', name),
          label: `成员${label}`,
          coded: coded === true,
          dict,
          values,
        }))
      : []),
  ],
);

const fieldLabels: ReadonlyMap<string, string> = new Map(mappableFields.map(({ path, label }) => [path, label]));

const isFactor = (text: string): boolean => /^\d+(\.\d+)?$/.test(text) && Number(text) > 0;

/** Returns the faults of a mapping, one sentence each; a mapping with faults is not used. */
export function mappingFaults(mapping: Mapping): string[] {
  return Object.keys(mapping).flatMap((key) => {
    const [path = ''] = key.split('=');
    const field = mappableFields.find((candidate) => candidate.path === path);
    if (!field) return [`“${key}”不是可以对照的字段`];
    if (key.includes('=') && field.factored)
      return isFactor(mapping[key] ?? '') ? [] : [`“${field.label}”的换算系数“${mapping[key] ?? ''}”应为大于0的数`];
    return key.includes('=') && !field.coded ? [`“${field.label}”没有代码，不能按值对照，请填写固定值`] : [];
  });
}

/** Returns our label of a field that a platform names in its own way. */
export function labelOfForeign(mapping: Mapping, name: string): string {
  const barePath = name.replaceAll(/\[\d+\]/g, '');
  const last = barePath.split('.').at(-1) ?? barePath;
  const renamedEntry = Object.entries(mapping).find(
    ([key, theirName]) => !key.includes('=') && (theirName === barePath || theirName === last),
  )?.[0];
  const path =
    renamedEntry ??
    (fieldLabels.has(barePath)
      ? barePath
      : [...fieldLabels.keys()].find((labelPath) => labelPath.endsWith(`.${last}`)));
  return (path && fieldLabels.get(path)) ?? name;
}
