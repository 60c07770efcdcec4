import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { crud } from '@/api/crudClient';
import type { FieldInputProps } from '@/fields/fieldInputTypes';
import { clearable } from '@/lib/clearableInput';
import { curvePartOf, seriesAgeHint } from '@contract/features/laboratory/curves/curvePlan';
import { fitCriterionText } from '@contract/features/laboratory/curves/curveView';
import { labCurve } from '@contract/features/laboratory/entities/labCurve';
import type { LabWork } from '@contract/features/laboratory/sheets/labWork';
import type { RefField } from '@contract/field';
import { useTypedDay } from './itemInput';
import styles from '../methods.module.css';

/**
 * Returns a select of approved curves of a method and hazard. Curves expired on the date in the form's field `day` are
 * shown with the reason.
 */
export function curveSelect(sheet: Pick<LabWork['sheet'], 'method' | 'hazard' | 'layout'>, dayField: string) {
  return function CurveSelect({ value, onChange, id, disabled }: FieldInputProps<RefField, number>) {
    const query = {
      method: sheet.method,
      hazard: sheet.hazard,
      part: curvePartOf(sheet.layout),
      state: 'approved',
      page: 0,
      size: 200,
      sort: 'id,desc',
    };
    const { data, isPending } = useQuery({
      queryKey: ['list', labCurve.path, query],
      queryFn: ({ signal }) => crud(labCurve).list(query, signal),
    });
    const onDay = useTypedDay(dayField);
    const isExpired = (validUntil: string | null) => validUntil !== null && validUntil < onDay;
    const options = (data?.content ?? []).map((row) => ({
      value: row.id,
      disabled: isExpired(row.validUntil),
      label: `${String(row.curveNo)}（${row.preparedOn}${fitCriterionText(row) && `，${fitCriterionText(row)}`}${isExpired(row.validUntil) ? `，已于${String(row.validUntil)}到期` : ''}）`,
    }));
    const chosenCurve = data?.content.find((row) => row.id === value);
    const hint = chosenCurve && seriesAgeHint(chosenCurve.preparedOn, onDay);
    return (
      <>
        <Select
          {...(id ? { id } : {})}
          {...(disabled === undefined ? {} : { disabled })}
          allowClear={clearable}
          loading={isPending}
          value={value ?? null}
          options={options}
          placeholder="请选择已审核的标准曲线"
          notFoundContent="没有已审核的标准曲线，请先在“标准曲线”页绘制"
          onChange={(next: number | undefined) => onChange?.(next ?? null)}
        />
        {hint && <span className={styles.warning}>{hint}</span>}
      </>
    );
  };
}
