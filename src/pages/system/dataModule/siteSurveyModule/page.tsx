import { siteSurveyModule } from '@contract/features/library/entities/siteSurveyModule';
import { TemplateList } from '@/templates/TemplateList';

export default function SiteSurveyModulePage() {
  return <TemplateList entity={siteSurveyModule} />;
}
