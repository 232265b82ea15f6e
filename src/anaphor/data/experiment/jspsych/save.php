<?php
// Keeps what the study sends: one file of jsPsych's own JSON for each person, in the folder "data" beside this script.
$largest = 5000000;
$sent = json_decode(file_get_contents('php://input', false, null, 0, $largest), true);
$code = is_array($sent) && isset($sent['code'], $sent['data']) ? $sent['code'] : '';
if (!is_string($code) || !preg_match('/^[0-9a-f]{32}$/D', $code) || !is_string($sent['data']) || !is_array(json_decode($sent['data'], true))) {
    http_response_code(400);
    exit;
}
$folder = __DIR__ . '/data';
if (!is_dir($folder)) {
    mkdir($folder, 0700);
    file_put_contents($folder . '/.htaccess', "Require all denied\n");
}
$part = tempnam($folder, 'part');
if ($part === false || file_put_contents($part, $sent['data']) === false || !rename($part, "$folder/$code.json")) {
    http_response_code(500);
    exit;
}
echo 'saved';
