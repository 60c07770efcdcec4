import { TemplateDetails } from '@/templates/TemplateDetails';
import { kind } from './kind';

export default function SiteSurveyModuleDetailsPage() {
  return <TemplateDetails kind={kind} />;
}
