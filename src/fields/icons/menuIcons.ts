// Icons that the seeded menus show while all groups are closed. The full set is four times as large and loads with the
// first other icon.
export {
  AuditOutlined,
  BankOutlined,
  BellOutlined,
  ClusterOutlined,
  EnvironmentOutlined,
  ExceptionOutlined,
  ExperimentOutlined,
  FilePdfOutlined,
  FileTextOutlined,
  HomeOutlined,
  InboxOutlined,
  ProjectOutlined,
  SafetyCertificateOutlined,
  SettingOutlined,
  ShareAltOutlined,
  ShopOutlined,
  SolutionOutlined,
  TeamOutlined,
  ToolOutlined,
  WarningOutlined,
} from '@ant-design/icons';
