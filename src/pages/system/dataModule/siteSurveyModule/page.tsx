import { siteSurveyModule } from '@contract/features/library/entities/siteSurveyModule';
import { TemplateList } from '@/features/library/templates/TemplateList';

export default function SiteSurveyModulePage() {
  return <TemplateList entity={siteSurveyModule} />;
}
