import { surveyTemplateKind } from '@/features/library/templates/siteSurveyModule';
import { TemplateDetails } from '@/features/library/templates/TemplateDetails';

export default function SiteSurveyModuleDetailsPage() {
  return <TemplateDetails kind={surveyTemplateKind} />;
}
