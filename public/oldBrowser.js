// Runs where no other script of ours can be read, so that it is written in the oldest language: it shows the sentence of index.html.
(function () {
  function tell() {
    var sentence = document.getElementById('old-browser');
    if (sentence) sentence.removeAttribute('hidden');
  }
  window.addEventListener('error', function (event) {
    if (/SyntaxError/.test(String(event.message))) tell();
  });
  // Of the same year as the syntax that the build is made for (package.json, browserslist).
  if (
    !('noModule' in document.createElement('script')) ||
    !window.Promise ||
    !Promise.allSettled ||
    !Object.fromEntries ||
    !String.prototype.matchAll
  )
    tell();
})();
