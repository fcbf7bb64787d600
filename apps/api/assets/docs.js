/* global SwaggerUIBundle, document, window */
window.ui = SwaggerUIBundle({
  url: document.getElementById('swagger').dataset.document,
  dom_id: '#swagger',
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  docExpansion: 'list',
  displayRequestDuration: true,
  tryItOutEnabled: true,
  // The validator's badge is loaded from another host.
  validatorUrl: null,
});
