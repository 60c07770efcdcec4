import { TemplateDetails } from '@/features/library/templates/TemplateDetails';
import { kind } from '@/features/library/templates/siteSurveyModule';

export default function SiteSurveyModuleDetailsPage() {
  return <TemplateDetails kind={kind} />;
}
