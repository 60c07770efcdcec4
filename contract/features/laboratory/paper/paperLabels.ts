import { fixedDictionaries, isFixedDictionary } from '@contract/dictionaries';
import type { Edition } from '@contract/print/paperEdition';

/** Labels of the first edition that differ from today's, by dictionary and value. */
const firstEdition: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  silicaTechnique: { infrared: '红外法', diffraction: 'X衍射法' },
};

/** Headings of the screen that a paper prints in the words of docs/spec/domain.md, as papers were signed. */
const printedHeadings: Readonly<Record<string, string>> = {
  浓度点: '级别',
  '扩展不确定度U（k=2）': '不确定度U(k=2)',
};

/** Returns the heading that a paper prints for a column of the screen. */
export const printedHeading = (heading: string): string => printedHeadings[heading] ?? heading;

/**
 * Returns the label of a dictionary value in an edition; the value itself where it is unknown.
 * @param dict name of the dictionary
 * @param edition edition of the paper; labels of an earlier edition stay as they were signed
 */
export const paperLabel = (dict: string, value: string, edition: Edition): string =>
  (edition === 1 ? firstEdition[dict]?.[value] : undefined) ??
  (isFixedDictionary(dict) ? (fixedDictionaries[dict].find((entry) => entry.value === value)?.label ?? value) : value);
