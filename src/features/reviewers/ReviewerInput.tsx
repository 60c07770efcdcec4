import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import type { InputProps } from '@/listEditor';
import { fetchReviewers } from './reviewerCalls';

/** Select of external reviewers; only they can be given a task. */
export function ReviewerInput({ value, onChange, id, disabled }: InputProps) {
  const { data, isPending } = useQuery({
    queryKey: ['list', 'outsideReviewers'],
    queryFn: ({ signal }) => fetchReviewers(signal),
    retry: false,
  });
  return (
    <Select
      {...(id ? { id } : {})}
      value={typeof value === 'number' ? value : undefined}
      onChange={(next: number) => onChange?.(next)}
      disabled={disabled}
      loading={isPending}
      placeholder="请选择第三方人员"
      style={{ width: '100%' }}
      showSearch={{ optionFilterProp: 'label' }}
      options={(data ?? []).map(({ id: personId, name }) => ({ value: personId, label: name }))}
      notFoundContent={isPending ? '正在加载' : '没有第三方人员，请先在“用户管理”中新增'}
    />
  );
}
