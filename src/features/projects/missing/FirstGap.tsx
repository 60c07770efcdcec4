import { Button } from 'antd';
import { useNavigate } from 'react-router-dom';
import { type ProjectGap, projectGapTexts } from '@contract/features/archive/projectGaps';

interface FirstGapProps {
  readonly gaps: readonly ProjectGap[];
  /** Address of the first missing item that the person may open. */
  readonly path: string;
}

/** Primary button that leads to the first missing item of the next step. */
export function FirstGap({ gaps, path }: FirstGapProps) {
  const navigate = useNavigate();
  return (
    <Button type="primary" onClick={() => void navigate(path)}>
      {projectGapTexts.complete(gaps.length)}
    </Button>
  );
}
