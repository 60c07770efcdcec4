import { Tabs } from 'antd';
import { useState } from 'react';
import { InstrumentsAway } from '@/features/equipment/InstrumentsAway';
import { stagesAfter } from '@/features/projects/nextPages/stageLists';
import { StageProjects } from '@/features/projects/StageProjects';
import styles from '@/features/equipment/eqpIn.module.css';

const worksBy = { permission: 'equipmentUse:add', label: '办理出库' };
const stages = ['survey', 'planning', 'planReview', 'sampling', 'handOver'] as const;
const laterStages = stagesAfter(stages);

/** 设备出入库: by project, and instruments away for calibration or repair. */
export default function EquipmentUsePage() {
  const [view, setView] = useState<'projects' | 'away'>('projects');
  return (
    <div className={styles.page}>
      <Tabs
        className={styles.tabs ?? ''}
        size="small"
        activeKey={view}
        items={[
          { key: 'projects', label: '项目领用' },
          { key: 'away', label: '送检与维修' },
        ]}
        onChange={(key) => setView(key === 'away' ? 'away' : 'projects')}
      />
      {view === 'projects' ? (
        <div className={styles.fill}>
          <StageProjects
            title="设备出入库"
            path="/siteSample/eqpIn/details/page"
            stages={stages}
            laterStages={laterStages}
            worksBy={worksBy}
          />
        </div>
      ) : (
        <InstrumentsAway />
      )}
    </div>
  );
}
