import { Empty, Segmented } from 'antd';
import { useState } from 'react';
import {
  type DeterminationForm,
  determinationForms,
  determinationLabel,
} from '@contract/features/laboratory/detection/determinationForms';
import type { MethodPageProps } from '../methodPages';
import { CollectorBlankPanel } from './CollectorBlankPanel';
import { DetectionLimitPanel } from './DetectionLimitPanel';
import { EfficiencyPanel } from './EfficiencyPanel';
import { LotChoice } from './LotChoice';
import styles from './detection.module.css';

/** Content of one form. */
function FormPanel({ form, ...props }: MethodPageProps & { readonly form: DeterminationForm }) {
  if (form === 'limit') return <DetectionLimitPanel {...props} />;
  return (
    <LotChoice {...props} form={form}>
      {(lot) =>
        form === 'efficiency' ? (
          <EfficiencyPanel key={lot} {...props} lot={lot} />
        ) : (
          <CollectorBlankPanel key={lot} {...props} lot={lot} />
        )
      }
    </LotChoice>
  );
}

/**
 * 检出限: determinations of a record's method, one form each: the detection limit and, per lot of collectors,
 * efficiency and blank.
 */
export function DetectionLimitPage(props: MethodPageProps) {
  const forms = determinationForms(props.work);
  const [chosenForm, setChosenForm] = useState<DeterminationForm | undefined>(forms[0]);
  if (!chosenForm) return <Empty description="该方法不测定检出限" />;
  const options = forms.map((form) => ({ value: form, label: `${determinationLabel(props.work, form)}测定` }));
  return (
    <div className={styles.page}>
      {forms.length > 1 && (
        <Segmented<DeterminationForm>
          className={styles.forms}
          options={options}
          value={chosenForm}
          onChange={setChosenForm}
          aria-label="测定类型"
        />
      )}
      <FormPanel key={chosenForm} form={chosenForm} {...props} />
    </div>
  );
}
