import { Button } from 'antd';
import { useNavigate } from 'react-router-dom';
import { type ProjectGap, projectGapTexts } from '@contract/features/archive/projectGaps';
import { useMayOpen } from '../nextPages/useNextPages';

/** Primary button that leads to the first missing item of the next step. */
export function FirstGap({ gaps }: { readonly gaps: readonly ProjectGap[] }) {
  const navigate = useNavigate();
  const mayOpen = useMayOpen();
  const path = gaps.find((gap) => gap.path && mayOpen(gap.path.split('?')[0] ?? ''))?.path;
  if (!path) return null;
  return (
    <Button type="primary" onClick={() => void navigate(path)}>
      {projectGapTexts.complete(gaps.length)}
    </Button>
  );
}
