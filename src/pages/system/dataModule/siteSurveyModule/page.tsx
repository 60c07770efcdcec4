import { TemplateList } from '@/features/library/templates/TemplateList';
import { siteSurveyModule } from '@contract/features/library/entities/siteSurveyModule';

export default function SiteSurveyModulePage() {
  return <TemplateList entity={siteSurveyModule} />;
}
