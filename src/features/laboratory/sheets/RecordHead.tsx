import { Collapse, Select } from 'antd';
import { useMemo } from 'react';
import { shownByForm } from '@/api/callFailures';
import { crud } from '@/api/crudClient';
import { HeadForm } from '@/features/projects/HeadForm';
import { useOverride } from '@/features/stock/useOverride';
import type { FieldInput, FieldInputProps } from '@/fields/fieldInputTypes';
import type { AnyRow, Entity } from '@contract/entity';
import { curvePartOf, curvePlanOf } from '@contract/features/laboratory/curves/curvePlan';
import { fitCriterionText } from '@contract/features/laboratory/curves/curveView';
import { shownLimit } from '@contract/features/laboratory/detection/detectionLimitForm';
import { efficiencyLabel } from '@contract/features/laboratory/detection/determinationForms';
import { limitOriginOf, limitOriginText } from '@contract/features/laboratory/detection/limitOrigin';
import { labSheet } from '@contract/features/laboratory/entities/labSheet';
import { incomingUnits } from '@contract/features/laboratory/methods/calculation/labRecord';
import { methodOf, settingLabels, settingsOfMethod, sheetOf } from '@contract/features/laboratory/sheets/labWork';
import { missingHeadFields, isAnalysed } from '@contract/features/laboratory/sheets/missingHeadFields';
import { confirmHeadText } from '@contract/features/laboratory/sheetTexts';
import type { TextField } from '@contract/field';
import { LimitOrigin } from '../detection/LimitOrigin';
import type { MethodPageProps } from '../methodPages';
import { curveSelect } from './CurveSelect';
import { EfficiencyOrigin } from './EfficiencyOrigin';
import { itemInput, reagentsInput } from './itemInput';
import { keyedInput } from './KeyedFields';
import styles from '../methods.module.css';

const asFieldInput = (Input: unknown): FieldInput => Input as FieldInput;

function UnitInput({ value, onChange, id, disabled }: FieldInputProps<TextField, string>) {
  return (
    <Select
      {...(id ? { id } : {})}
      {...(disabled === undefined ? {} : { disabled })}
      value={value ?? incomingUnits[0]}
      options={incomingUnits.map((unit) => ({ value: unit, label: unit }))}
      onChange={(next: string) => onChange?.(next)}
    />
  );
}

/** Returns the fields of the head that the method of a record needs, with inputs of its own for some of them. */
function useHeadFields(work: MethodPageProps['work']) {
  const { sheet } = work;
  const definition = sheetOf(sheet);
  const isOutsourced = sheet.methodKind === 'outsourced';
  const analysed = isAnalysed(sheet);
  const settings = settingsOfMethod(methodOf(sheet));
  const { method, hazard, layout, methodKind } = sheet;
  const hasCurve = curvePlanOf(methodOf(sheet), curvePartOf(layout)) !== null;
  const usesEfficiency = efficiencyLabel(work) !== null;
  const fields = useMemo(
    () => [
      'testDate',
      'testUntil',
      ...(isOutsourced ? [] : ['instrument', 'instrumentReason', 'envTemperature', 'envHumidity']),
      ...(analysed ? ['standard', 'reagents'] : []),
      ...(hasCurve ? ['curve'] : []),
      ...(analysed
        ? ['lod', 'loq', 'lodUnit', 'lodSource', ...(usesEfficiency ? ['efficiencySource'] : []), 'publishedMinimum']
        : []),
      ...(sheet.variant === 'incoming' ? ['incomingUnit'] : []),
      ...(settings.length ? ['settings'] : []),
      ...(definition.conditions.length ? ['conditions'] : []),
      'remark',
    ],
    [isOutsourced, analysed, hasCurve, usesEfficiency, sheet.variant, settings, definition],
  );
  const inputs = useMemo(
    () => ({
      instrument: itemInput('equipment', labSheet.fields.instrument.label, 'testDate', { methodKind, hazard }),
      standard: itemInput('standard', labSheet.fields.standard.label, 'testDate', { methodKind, hazard }),
      reagents: reagentsInput(labSheet.fields.reagents.label, 'testDate'),
      curve: asFieldInput(curveSelect({ method, hazard, layout }, 'testDate')),
      incomingUnit: asFieldInput(UnitInput),
      conditions: asFieldInput(keyedInput(definition.conditions.map((key) => ({ key, label: key })))),
      settings: asFieldInput(keyedInput(settings.map((key) => ({ key, label: settingLabels[key] })))),
    }),
    [method, hazard, layout, methodKind, settings, definition],
  );
  return { fields, inputs };
}

/** 记录表头: date, place, instruments and standards of a test (DOMAIN §8.0 H). */
export function RecordHead({
  work,
  reload,
  open,
}: Pick<MethodPageProps, 'work' | 'reload'> & { readonly open: boolean }) {
  const { sheet, locked } = work;
  const { withOverride, overrideDialog } = useOverride();
  const save = (draft: Readonly<Record<string, unknown>>) =>
    withOverride((override) =>
      crud<Entity>(labSheet).edit(
        { ...draft, ...(override ? { override } : {}), id: sheet.id, version: Number(draft['version']) },
        { once: true, quiet: shownByForm },
      ),
    ) as Promise<AnyRow | undefined>;
  const { fields, inputs } = useHeadFields(work);
  const [need] = locked === null ? missingHeadFields(sheet, limitOriginOf(work)) : [];
  return (
    <>
      <Collapse
        size="small"
        defaultActiveKey={open || need ? ['head'] : []}
        items={[
          {
            key: 'head',
            label: <span className={styles.headTitle}>记录表头</span>,
            extra: need ?? headSummary(work),
            forceRender: true,
            children: (
              <>
                <LimitOrigin work={work} />
                <EfficiencyOrigin work={work} />
                <HeadForm
                  entity={labSheet}
                  row={{ ...sheet }}
                  fields={fields}
                  inputs={inputs}
                  locked={locked !== null}
                  confirmLabel={sheet.carriedFrom === null ? null : confirmHeadText}
                  save={save}
                  onSaved={() => void reload()}
                />
              </>
            ),
          },
        ]}
      />
      {overrideDialog}
    </>
  );
}

const headSummary = (work: MethodPageProps['work']): string => summaryOf(work, limitOriginText(work));

const summaryOf = ({ sheet, instrument, curve }: MethodPageProps['work'], origin: string): string =>
  [
    instrument && `${instrument.eqpName} ${instrument.eqpNo}`,
    curve && `曲线 ${String(curve.curveNo)} ${fitCriterionText(curve)}`.trim(),
    sheet.lod && `检出限 ${shownLimit(sheet.lod)} ${sheet.lodUnit ?? ''}`,
    sheet.loq && `定量下限 ${shownLimit(sheet.loq)} ${sheet.lodUnit ?? ''}`,
    origin && `来源：${origin}`,
  ]
    .filter(Boolean)
    .join('　');
