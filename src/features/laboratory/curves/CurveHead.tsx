import { Collapse, Select } from 'antd';
import { useMemo } from 'react';
import { HeadForm } from '@/features/projects/HeadForm';
import { useOverride } from '@/features/stock/useOverride';
import type { FieldInput, FieldInputProps } from '@/fields/fieldInputTypes';
import type { AnyRow } from '@contract/entity';
import { type CurvePlan, missingCurveEquipment } from '@contract/features/laboratory/curves/curvePlan';
import { labCurve } from '@contract/features/laboratory/entities/labCurve';
import type { TextField } from '@contract/field';
import { itemInput } from '../sheets/itemInput';
import { keyedInput } from '../sheets/KeyedFields';
import { type CurveOnWire, editCurve } from './curveCalls';

const asFieldInput = (Input: unknown): FieldInput => Input as FieldInput;

/** 1.0 μg of P equals 4.4337 μg of PCl3 (DOMAIN §4.6). */
const basisLabels: Readonly<Record<string, string>> = { PCl3: '以PCl₃计', P: '以P计（结果乘4.4337换算为PCl₃）' };

function basisInput(bases: readonly string[]) {
  return function BasisInput({ value, onChange, id, disabled }: FieldInputProps<TextField, string>) {
    return (
      <Select
        {...(id ? { id } : {})}
        {...(disabled === undefined ? {} : { disabled })}
        value={value ?? null}
        options={bases.map((basis) => ({ value: basis, label: basisLabels[basis] ?? basis }))}
        onChange={(next: string) => onChange?.(next)}
      />
    );
  };
}

interface CurveHeadProps {
  readonly curve: CurveOnWire;
  readonly plan: CurvePlan;
  readonly locked: boolean;
  readonly onSaved: () => void;
}

/** Returns the fields and inputs of the head, and its saving. */
function useCurveHead({ curve, plan, locked }: Pick<CurveHeadProps, 'curve' | 'plan' | 'locked'>) {
  const { withOverride, overrideDialog } = useOverride();
  const fields = useMemo(
    () => [
      'preparedOn',
      'validUntil',
      'instrument',
      'instrumentReason',
      'standard',
      'stockConcentration',
      'workingConcentration',
      'unit',
      ...(plan.bases.length ? ['basis'] : []),
      ...(plan.conditions.length ? ['conditions'] : []),
      'remark',
    ],
    [plan],
  );
  const { methodKind, hazard } = curve;
  const inputs = useMemo(
    () => ({
      instrument: itemInput('equipment', labCurve.fields.instrument.label, 'preparedOn', { methodKind, hazard }),
      standard: itemInput('standard', labCurve.fields.standard.label, 'preparedOn', { methodKind, hazard }),
      basis: asFieldInput(basisInput(plan.bases)),
      conditions: asFieldInput(keyedInput(plan.conditions.map((key) => ({ key, label: key })))),
    }),
    [plan, methodKind, hazard],
  );
  const fixed = {
    methodKind: curve.methodKind,
    part: curve.part,
    method: curve.method,
    hazard: curve.hazard,
    fit: curve.fit,
    subtractZero: curve.subtractZero,
  };
  const save = (draft: Readonly<Record<string, unknown>>) =>
    withOverride((override) =>
      editCurve({ ...fixed, ...draft, id: curve.id, version: Number(draft['version']) }, override),
    ) as Promise<AnyRow | undefined>;
  const missingMeans = locked ? [] : missingCurveEquipment(plan, curve);
  return { overrideDialog, fields, inputs, save, missingMeans };
}

/** 曲线表头: materials of the curve's preparation, and its validity (DOMAIN §8.0 C). */
export function CurveHead({ curve, plan, locked, onSaved }: CurveHeadProps) {
  const { overrideDialog, fields, inputs, save, missingMeans } = useCurveHead({ curve, plan, locked });
  return (
    <>
      <Collapse
        size="small"
        items={[
          {
            key: 'head',
            label: `${plan.title}表头`,
            forceRender: true,
            extra: missingMeans.length
              ? `请展开选择${missingMeans.join('和')}`
              : [
                  curve.instrumentName,
                  curve.standardName,
                  `配制 ${curve.preparedOn}`,
                  curve.validUntil && `有效期至 ${curve.validUntil}`,
                ]
                  .filter(Boolean)
                  .join('　'),
            children: (
              <HeadForm
                entity={labCurve}
                row={{ ...curve } as unknown as AnyRow}
                fields={fields}
                inputs={inputs}
                locked={locked}
                save={save}
                onSaved={onSaved}
              />
            ),
          },
        ]}
      />
      {overrideDialog}
    </>
  );
}
