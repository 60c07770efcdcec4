import { Tabs } from 'antd';
import { useState } from 'react';
import { EquipmentOutings } from '@/features/equipment/EquipmentOutings';
import { stagesAfter } from '@/features/projects/nextPages/stageLists';
import { StageProjects } from '@/features/projects/StageProjects';
import styles from '@/features/equipment/eqpIn.module.css';

const stages = ['survey', 'planning', 'planReview', 'sampling', 'handOver'] as const;
const after = stagesAfter(stages);

/** 设备出入库: by project, and instruments away for calibration or repair. */
export default function EquipmentUsePage() {
  const [part, setPart] = useState<'projects' | 'away'>('projects');
  return (
    <div className={styles.page}>
      <Tabs
        className={styles.tabs ?? ''}
        size="small"
        activeKey={part}
        items={[
          { key: 'projects', label: '项目领用' },
          { key: 'away', label: '送检与维修' },
        ]}
        onChange={(key) => setPart(key === 'away' ? 'away' : 'projects')}
      />
      {part === 'projects' ? (
        <div className={styles.fill}>
          <StageProjects title="设备出入库" path="/siteSample/eqpIn/details/page" stages={stages} after={after} />
        </div>
      ) : (
        <EquipmentOutings />
      )}
    </div>
  );
}
