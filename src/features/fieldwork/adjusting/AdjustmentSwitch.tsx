import { Segmented } from 'antd';
import { useLocation, useNavigate } from 'react-router-dom';
import type { RoutePath } from '@contract/routes';

const parts = [
  { value: '/siteSample/projectAdjustment/blkSampleInfo/details', label: '空白样品' },
  { value: '/siteSample/projectAdjustment/blkSampleInfo/pageSampling', label: '采样调整' },
] as const satisfies readonly { value: RoutePath; label: string }[];

/** Switches between the two pages of a project's adjustment. */
export function AdjustmentSwitch({ part }: { readonly part: (typeof parts)[number]['value'] }) {
  const navigate = useNavigate();
  const { search } = useLocation();
  return (
    <Segmented
      aria-label="项目调整"
      value={part}
      options={[...parts]}
      onChange={(path) => void navigate(`${path}${search}`)}
    />
  );
}
