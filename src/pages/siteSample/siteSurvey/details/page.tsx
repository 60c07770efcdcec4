import { Button } from 'antd';
import { useState } from 'react';
import { type SurveyDialog, SurveyTabs } from '@/features/fieldwork/survey/SurveyTabs';
import { ProjectPage } from '@/features/projects/ProjectPage';
import { useCan } from '@/session/useCan';
import { siteHazard } from '@contract/features/fieldwork/entities/siteHazard';
import { surveyTexts } from '@contract/features/fieldwork/plan/planTexts';
import { notEditableReason, surveyStages } from '@contract/features/projects/editableStages';
import { permissionOf } from '@contract/permissions';

const moves = ['endSurvey', 'reopenSurvey'] as const;
const addPermissions = [permissionOf(siteHazard, 'add')];

/** 现场调查: exposed posts, hazards, durations and controls, with the drawings. */
export default function SiteSurveyDetailsPage() {
  const [dialog, setDialog] = useState<SurveyDialog>(null);
  const [unsaved, setUnsaved] = useState(false);
  const [counts, setCounts] = useState({ unmeasured: 0, withoutCondition: 0 });
  const mayAdd = useCan(addPermissions);
  const unsavedReason = unsaved ? surveyTexts.unsaved : undefined;
  const startActions = (
    <>
      <Button disabled={unsaved} title={unsavedReason ?? ''} onClick={() => setDialog('earlier')}>
        复制上次调查
      </Button>
      <Button disabled={unsaved} title={unsavedReason ?? ''} onClick={() => setDialog('template')}>
        采用模板
      </Button>
    </>
  );
  return (
    <ProjectPage
      title="现场调查"
      moves={moves}
      notes={{ endSurvey: surveyTexts.confirmEnd(counts) }}
      blocked={{ endSurvey: unsavedReason, reopenSurvey: unsavedReason }}
      locked={({ stage, takenOverAt }) => notEditableReason(String(stage), surveyStages, takenOverAt)}
      buttons={({ stage, takenOverAt }) =>
        mayAdd && notEditableReason(String(stage), surveyStages, takenOverAt) === null ? startActions : null
      }
    >
      {(project) => (
        <SurveyTabs
          key={project.id}
          project={project}
          locked={notEditableReason(String(project.stage), surveyStages, project.takenOverAt)}
          dialog={dialog}
          onDialog={setDialog}
          onUnsaved={setUnsaved}
          onCounts={setCounts}
        />
      )}
    </ProjectPage>
  );
}
