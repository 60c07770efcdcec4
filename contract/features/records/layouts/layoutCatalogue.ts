import { methods } from '@contract/features/laboratory/methods/methodCatalogue';
import type { MethodSheet } from '@contract/features/laboratory/methods/sheets/methodSheet';
import { methodSheets } from '@contract/features/laboratory/methods/sheets/methodSheets';
import { blankDocument } from '@contract/features/laboratory/paper/labRecordDocument';
import type { LayoutField } from '@contract/features/library/layoutWire';
import { reportLayoutData } from '@contract/features/reports/paper/reportLayoutData';
import { reportSpecimen, specimenIssue } from '@contract/features/reports/paper/reportSpecimen';
import {
  isLayoutList,
  isLayoutPicture,
  layoutData,
  type LayoutData,
  type LayoutValue,
} from '@contract/print/layoutFields';
import { currentEdition } from '@contract/print/paperEdition';
import { samplingSpecimen } from './samplingSpecimen';

// Names of the placeholders of each kind of paper, read from the papers themselves.

/** Papers that may have a layout of their own. */
export type LayoutKind = 'report' | 'record' | 'sampling';

/** Names that every layout may use besides those of its paper. */
const ofLayout: LayoutData = { 版式受控编号: 'CX-JL-07', 版式版次: '2', 版式生效日期: '2026-01-01' };

/** Adds values to others; rows of lists get the names of both. */
function joinedLayouts(one: LayoutData, otherLayoutData: LayoutData): LayoutData {
  const values: Record<string, LayoutValue> = { ...one };
  for (const [name, value] of Object.entries(otherLayoutData)) {
    const before = values[name];
    values[name] = isLayoutList(before) && isLayoutList(value) ? [{ ...before[0], ...value[0] }] : (before ?? value);
  }
  return values;
}

/** Returns the blank forms of a method's records; of all methods without one. */
function recordForms(methodKind: string | null): LayoutData {
  const keys = methods.map(({ key }) => key).filter((key) => methodKind === null || key === methodKind);
  const documents = keys.flatMap((method) => {
    const sheet: MethodSheet = methodSheets[method];
    return sheet.layouts.flatMap(({ key }) =>
      (['ordinary', 'incoming'] as const).map((variant) =>
        blankDocument({ method, layout: key, variant, edition: currentEdition }, { agency: '', controlNos: {} }),
      ),
    );
  });
  const injections = ['序号', '谱图编号', '样品名', '类型', '进样时间', '进样位', '存储路径'];
  const further: LayoutData = {
    备注: '',
    谱图: [Object.fromEntries(injections.map((name) => [name, '']))],
    修改记录: '',
  };
  return joinedLayouts(documents.map(layoutData).reduce<LayoutData>(joinedLayouts, {}), further);
}

const catalogues = new Map<string, LayoutData>();

/** Returns specimen values of a kind of paper. @param methodKind method of a record; null for all */
export function specimenValues(kind: LayoutKind, methodKind: string | null): LayoutData {
  const key = `${kind} ${methodKind ?? ''}`;
  let values = catalogues.get(key);
  if (!values) {
    const ownFields =
      kind === 'report'
        ? reportLayoutData(reportSpecimen(), specimenIssue())
        : kind === 'sampling'
          ? joinedLayouts(layoutData(samplingSpecimen(false)), layoutData(samplingSpecimen(true)))
          : recordForms(methodKind);
    catalogues.set(key, (values = { ...ownFields, ...ofLayout }));
  }
  return values;
}

const exampleOf = (value: LayoutValue): string =>
  isLayoutList(value)
    ? `${value.length}行`
    : isLayoutPicture(value)
      ? `图片${value.text ? `（${value.text}）` : ''}`
      : value;

/** Returns the names of values with their kinds, lists with the names of their rows. */
export function fieldsOf(values: LayoutData): LayoutField[] {
  return Object.entries(values).flatMap(([name, value]): LayoutField[] => [
    {
      name,
      list: null,
      kind: isLayoutList(value) ? 'list' : isLayoutPicture(value) ? 'picture' : 'text',
      example: exampleOf(value),
    },
    ...(isLayoutList(value)
      ? Object.entries(value[0] ?? {}).map(([column, cell]): LayoutField => ({
          name: column,
          list: name,
          kind: isLayoutPicture(cell) ? 'picture' : 'text',
          example: exampleOf(cell),
        }))
      : []),
  ]);
}
