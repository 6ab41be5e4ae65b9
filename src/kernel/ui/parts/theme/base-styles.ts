/** What every page of the console needs of Mantine: variables, baseline, and the rules that hang on the scheme. */
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/global.layer.css';
import './controls.css';
import './forced-colors.css';
