// Before the first paint, so that no page is light for a moment where dark was chosen. The settings write it: see src/lib/theme.ts.
try {
  const theme = localStorage.getItem('purser.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {} // the browser is set to keep nothing
