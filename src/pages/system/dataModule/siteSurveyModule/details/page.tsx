import { TemplateDetails } from '@/features/library/templates/TemplateDetails';
import { kind } from './kind';

export default function SiteSurveyModuleDetailsPage() {
  return <TemplateDetails kind={kind} />;
}
