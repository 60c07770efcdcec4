import { fixedDictionaries } from '@contract/dictionaries';
import { trimBlanks } from '@contract/fields/normalizeText';

/** A duty in one field, or in all fields (null). */
export interface NamedDuty {
  readonly duty: string;
  readonly category: string | null;
}

/** Words with which lists name a duty; the first word that a text contains counts. */
const dutyWords: readonly (readonly [word: string, duty: string])[] = [
  ['法定代表人', 'legalPerson'],
  ['评价技术负责人', 'evaluationHead'],
  ['技术负责人', 'technicalHead'],
  ['质量负责人', 'qualityHead'],
  ['质量监督', 'supervisor'],
  ['签发', 'reportSign'],
  ['签字', 'reportSign'],
  ['采样', 'sampling'],
];

const hazardCategories = fixedDictionaries.hazardCategory.map(({ value, label }) => ({
  value: value as string,
  label: label as string,
  word: label.replace('因素', ''),
}));
const labelOf = (duty: string): string =>
  fixedDictionaries.authorisedDuty.find(({ value }) => value === duty)?.label ?? duty;

/** Separators between duties. Separators inside brackets separate fields, so they do not match. */
const dutySeparator = /[、，,；;／/\n\r]+(?![^（(]*[）)])/;

/**
 * Parses the duties in a cell of a list of people: 现场采样、授权签字人（化学因素、粉尘）.
 * @returns the duties that the product knows, and the unchanged words of other duties
 */
export function dutiesIn(text: string): { readonly duties: readonly NamedDuty[]; readonly others: readonly string[] } {
  const duties = new Map<string, NamedDuty>();
  const otherDuties: string[] = [];
  for (const part of text.split(dutySeparator).map(trimBlanks).filter(Boolean)) {
    const duty = dutyWords.find(([word]) => part.includes(word))?.[1];
    if (duty === undefined) {
      otherDuties.push(part);
      continue;
    }
    const fields = hazardCategories.filter(({ word }) => part.includes(word)).map(({ value }) => value);
    for (const category of fields.length ? fields : [null]) duties.set(`${duty} ${category ?? ''}`, { duty, category });
  }
  return { duties: [...duties.values()], others: otherDuties };
}

/** Formats duties so that `dutiesIn` can parse them. */
export function dutiesText(duties: readonly NamedDuty[], otherDuties: readonly string[]): string {
  const knownDuties = fixedDictionaries.authorisedDuty.map(({ value }) => value as string);
  const namedDuties = knownDuties
    .filter((duty) => duties.some((entry) => entry.duty === duty))
    .map((duty) => {
      const dutyEntries = duties.filter((entry) => entry.duty === duty);
      const fields = dutyEntries.some(({ category }) => category === null)
        ? []
        : hazardCategories
            .filter(({ value }) => dutyEntries.some(({ category }) => category === value))
            .map(({ label }) => label);
      return fields.length ? `${labelOf(duty)}（${fields.join('、')}）` : labelOf(duty);
    });
  return [...namedDuties, ...otherDuties].join('；');
}
