import { Alert, Radio } from 'antd';
import styles from '@/features/projects/projects.module.css';

export type Mode = 'append' | 'replace';

/** Chooses whether new rows are added to existing rows or replace them. */
export function AddOrReplaceChoice({
  present,
  value,
  onChange,
}: {
  readonly present: number;
  readonly value: Mode;
  readonly onChange: (mode: Mode) => void;
}) {
  if (!present) return null;
  return (
    <div className={styles.modes}>
      <Radio.Group
        aria-label="已有内容"
        value={value}
        onChange={(event) => onChange(event.target.value as Mode)}
        options={[
          { value: 'append', label: `追加：保留现有${present}行` },
          { value: 'replace', label: `替换：删除现有${present}行` },
        ]}
      />
      {value === 'replace' && <Alert type="warning" showIcon title={`现有${present}行将被删除，包括手工填写的内容`} />}
    </div>
  );
}
