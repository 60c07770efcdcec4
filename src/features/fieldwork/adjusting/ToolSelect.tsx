import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { clearable } from '@/lib/clearableInput';
import { takesSamples } from '@contract/features/equipment/equipmentRules';
import {
  siteInstrumentMisfit,
  siteInstrumentProblem,
} from '@contract/features/fieldwork/samples/siteInstrumentFitness';
import { fetchTools } from './adjustCalls';
import styles from './adjust.module.css';

interface ToolSelectProps {
  readonly project: number;
  /** Date of the sample, `YYYY-MM-DD`. */
  readonly sampledOn: string | null;
  /** The sample, whose factor decides which instruments suit. */
  readonly sample: Parameters<typeof siteInstrumentMisfit>[1];
  /** Current instrument of the sample, which may no longer belong to the project. */
  readonly storedTool: { readonly id: number; readonly eqpNo: string } | null;
  readonly value?: number | null;
  readonly onChange?: (value: number | null) => void;
  readonly id?: string;
  readonly disabled?: boolean;
}

interface ToolOption {
  readonly value: number;
  readonly label: string;
  readonly detail: string;
  readonly problem: string | null;
  readonly disabled: boolean;
}

const optionText = ({ data: { label, detail, problem } }: { readonly data: ToolOption }) => (
  <div className={styles.tool} title={problem ?? detail}>
    <span>{label}</span>
    <small data-refused={problem !== null}>{problem ?? detail}</small>
  </div>
);

/**
 * Select 采样仪器 of the instruments taken out for the project. An instrument whose calibration was not valid on the
 * date shows the reason.
 */
export function ToolSelect({ project, sampledOn, sample, storedTool, value, onChange, ...rest }: ToolSelectProps) {
  const { data, isPending, error } = useQuery({
    queryKey: ['sampleAdjustment', 'tools', project],
    queryFn: ({ signal }) => fetchTools(project, signal),
  });
  const options: ToolOption[] = (data ?? [])
    .filter(({ id, eqpKind }) => takesSamples(eqpKind) || id === storedTool?.id)
    .map((tool) => {
      const fault = siteInstrumentProblem(tool, sampledOn);
      // A reason in the remark allows an instrument of another purpose.
      const problem = fault ?? siteInstrumentMisfit(tool, sample);
      return {
        value: tool.id,
        label: `${tool.eqpNo} ${tool.eqpName}`,
        detail: [tool.model, tool.dueOn && `有效期至${tool.dueOn}`].filter(Boolean).join('，'),
        problem,
        disabled: fault !== null && tool.id !== storedTool?.id,
      };
    });
  const isMissing = storedTool && !options.some(({ value: id }) => id === storedTool.id);
  const keptOptions: ToolOption[] = isMissing
    ? [{ value: storedTool.id, label: storedTool.eqpNo, detail: '', problem: null, disabled: false }]
    : [];
  return (
    <>
      <Select<number, ToolOption>
        {...rest}
        allowClear={clearable}
        showSearch={{ optionFilterProp: 'label' }}
        style={{ width: '100%' }}
        {...(typeof value === 'number' ? { value } : {})}
        options={[...keptOptions, ...options]}
        optionRender={optionText}
        loading={isPending}
        notFoundContent={isPending ? '加载中…' : error ? '仪器加载失败，请关闭后重试' : '没有为本项目出库过的采样仪器'}
        onChange={(next: number | undefined) => onChange?.(next ?? null)}
        placeholder="请选择采样仪器"
        aria-label="采样仪器"
      />
      <div className={styles.hint}>只列出为本项目办理过出库的采样仪器</div>
    </>
  );
}
