import { siteSurveyModule } from '@contract/entities/template/siteSurveyModule';
import { TemplateList } from '@/templates/TemplateList';

export default function SiteSurveyModulePage() {
  return <TemplateList entity={siteSurveyModule} />;
}
