import { placeLink, type PlaceLink, type PlaceOf } from './placeLinks';
import { memberFields, type Place, type PlatformField, platformSections } from './platformFields';
import type { PlatformPayload, SectionName } from './platformPayload';

/** A required field that is empty. */
export interface Finding {
  /** Path of the field, e.g. `employer.creditCode`, `points[2].headcount`. */
  readonly field: string;
  readonly section: SectionName;
  /** Label of the field, e.g. 用人单位统一社会信用代码, 检测岗位第3行：接触人数. */
  readonly label: string;
  readonly message: string;
  readonly place: PlaceLink;
}

/** Returns the message about a missing value. */
const missingMessage = (label: string): string => `缺少${label}`;

/** Maximum number of names in one sentence; the total is always stated. */
const maxNames = 10;
/** Joins names for a sentence; of many names it states the first ones and the total. */
export const namesInSentence = (names: readonly string[]): string =>
  names.length > maxNames ? `${names.slice(0, maxNames).join('、')}等${names.length}项` : names.join('、');

const isMissing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/**
 * Lists the required data that the sections lack, in the order of the form; empty where a platform would accept them.
 * For incoming samples no data of a survey or sampling are required.
 * @param payload our data by section
 * @param sections sections that are sent
 * @param placeIds ids of the rows to which the findings link
 */
export function findingsOf(
  payload: PlatformPayload,
  sections: readonly SectionName[],
  placeIds: PlaceOf,
  { incoming = false }: { readonly incoming?: boolean } = {},
): Finding[] {
  const onSite: ReadonlySet<Place> = new Set(['survey', 'sampling', 'companion']);
  const findings: Finding[] = [];
  const addFinding = (section: SectionName, field: string, label: string, place: PlaceLink) =>
    findings.push({ field, section, label, message: missingMessage(label), place });
  const checkFields = (
    section: SectionName,
    prefix: string,
    before: string,
    fields: readonly PlatformField[],
    line: Readonly<Record<string, unknown>>,
    person?: { readonly index: number; readonly name: string },
  ) => {
    for (const { name, label, required, place, filledAs = name } of fields)
      if (required && !(incoming && onSite.has(place)) && isMissing(line[name]))
        addFinding(
          section,
          `${prefix}.${name}`,
          `${before}${label}`,
          placeLink(place, placeIds, { field: filledAs, person }),
        );
  };
  for (const section of sections) {
    const { label, many, required, place, fields } = platformSections[section];
    if (incoming && section === 'points') continue;
    const content = payload[section] as unknown;
    if (!many) {
      checkFields(section, section, '', fields, content as Readonly<Record<string, unknown>>);
      if (section === 'project')
        for (const [index, member] of payload.project.members.entries())
          checkFields(
            section,
            `project.members[${index}]`,
            `项目组成员${member.name}的`,
            memberFields,
            member as unknown as Readonly<Record<string, unknown>>,
            { index, name: member.name },
          );
      continue;
    }
    const lines = content as readonly Readonly<Record<string, unknown>>[];
    if (required && lines.length === 0) addFinding(section, section, label, placeLink(place, placeIds));
    for (const [index, line] of lines.entries())
      checkFields(section, `${section}[${index}]`, `${label}第${index + 1}行：`, fields, line);
  }
  return findings;
}
